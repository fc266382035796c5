package io.skim.handlers.patch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Loads Skim's classes anew, such that they tell {@link Steps} what they do: a measure of work that is the same in every
 * run, and covers whatever is called.
 */
public final class CountedClasses extends ClassLoader
{
    private static final String STEPS = Type.getInternalName(Steps.class);
    private static final String ARRAYS = Type.getInternalName(Arrays.class);
    private static final Set<String> OWN = Set.of(Steps.class.getName(), PatchTask.class.getName());
    /** Methods that take a length last. */
    private static final Set<String> SIZED = Set.of("arraycopy", "copyOf");
    /** Methods that are called when classes are made ready, or that take steps by the logarithm of a length. */
    private static final Set<String> UNCOUNTED =
        Set.of("stream", "asList", "binarySearch", "hashCode", "toString", "sort", "setAll", "parallelPrefix");

    /** Loads no class yet. */
    public CountedClasses()
    {
        super(CountedClasses.class.getClassLoader());
        setDefaultAssertionStatus(false);
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException
    {
        synchronized (getClassLoadingLock(name))
        {
            if (!name.startsWith("io.skim.") || OWN.contains(name))
            {
                return super.loadClass(name, resolve);
            }
            final Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(final String name) throws ClassNotFoundException
    {
        try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class"))
        {
            if (code == null)
            {
                throw new ClassNotFoundException(name);
            }
            final byte[] bytes = code.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        }
        catch (final IOException e)
        {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** The code of push loops is read as a resource, and defined again for each class of handler. */
    @Override
    public InputStream getResourceAsStream(final String name)
    {
        final InputStream found = super.getResourceAsStream(name);
        if (found == null || !name.startsWith("io/skim/") || !name.endsWith(".class"))
        {
            return found;
        }
        try (found)
        {
            final ClassReader reader = new ClassReader(found.readAllBytes());
            final ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new CountingClass(writer), 0);
            return new ByteArrayInputStream(writer.toByteArray());
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(name, e);
        }
    }

    private static final class CountingClass extends ClassVisitor
    {
        CountingClass(final ClassVisitor next)
        {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(final int access, final String name, final String descriptor,
            final String signature, final String[] exceptions)
        {
            return new CountingMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
        }
    }

    private static final class CountingMethod extends MethodVisitor
    {
        private final Set<Label> passed = new HashSet<>();

        CountingMethod(final MethodVisitor next)
        {
            super(Opcodes.ASM9, next);
        }

        private void step()
        {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "step", "()V", false);
        }

        @Override
        public void visitCode()
        {
            super.visitCode();
            step();
        }

        @Override
        public void visitLabel(final Label label)
        {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(final int opcode, final Label label)
        {
            if (passed.contains(label))
            {
                step();
            }
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMethodInsn(final int opcode, final String owner, final String name, final String descriptor,
            final boolean isInterface)
        {
            final boolean bulk = owner.equals(ARRAYS) || name.equals("arraycopy");
            final boolean bytes = owner.startsWith("io/netty/") && descriptor.contains("([BII)") || owner.startsWith(
                "io/netty/") && descriptor.contains("(I[BII)");
            if (bulk && !SIZED.contains(name) && !UNCOUNTED.contains(name))
            {
                if (!isCounted(name, descriptor))
                {
                    throw new IllegalStateException("nobody counts what Arrays." + name + descriptor + " does");
                }
                super.visitMethodInsn(opcode, STEPS, name, descriptor, isInterface);
                return;
            }
            if (bytes || bulk && SIZED.contains(name))
            {
                super.visitInsn(Opcodes.DUP);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "elements", "(I)V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private static boolean isCounted(final String name, final String descriptor)
        {
            for (final Method method : Steps.class.getDeclaredMethods())
            {
                if (method.getName().equals(name) && Type.getMethodDescriptor(method).equals(descriptor))
                {
                    return true;
                }
            }
            return false;
        }
    }
}
