/**
 * Ready-made handlers for the scanner.
 */
module io.skim.handlers
{
    requires transitive io.skim.scanner;
}
