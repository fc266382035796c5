package io.skim.generate;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Runs the generator inside of javac, which is the one program that every build has. No annotation is looked at.
 */
@SupportedAnnotationTypes("*")
public final class HeaderProcessor extends AbstractProcessor
{
    private boolean done;

    /** Made by javac. */
    public HeaderProcessor()
    {
    }

    @Override
    public SourceVersion getSupportedSourceVersion()
    {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(final Set<? extends TypeElement> annotations, final RoundEnvironment round)
    {
        if (done)
        {
            return false;
        }
        done = true;
        try
        {
            final List<SchemaHeader> headers = HeaderSchema.read();
            for (final SchemaHeader header : headers)
            {
                if (header.spells == null)
                {
                    write(HeaderSource.PACKAGE + "." + header.name, HeaderSource.of(header, headers));
                }
            }
            write(HeaderSource.PACKAGE + ".HeaderTypes", TypesSource.of(headers));
            final List<AmqpSchema.Type> types = AmqpSchema.read();
            for (final AmqpSchema.Type type : types)
            {
                write(AmqpSource.PACKAGE + "." + AmqpSource.className(type), AmqpSource.of(type));
            }
            write(AmqpSource.PACKAGE + ".AmqpTypedValues", AmqpSource.registry(types));
            write(AmqpTableSource.PACKAGE + ".AmqpTypeTable", AmqpTableSource.of(types));
        }
        catch (final IOException | RuntimeException e)
        {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.toString());
        }
        return false;
    }

    private void write(final String name, final String source) throws IOException
    {
        try (Writer writer = processingEnv.getFiler().createSourceFile(name).openWriter())
        {
            writer.write(source);
        }
    }
}
