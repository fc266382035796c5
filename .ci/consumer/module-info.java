/** A user's module, which `.ci/consumers` compiles and runs. */
module example.consumer
{
    requires io.skim.handlers;
    requires io.skim.pojo;
}
