/*
 * Lets a binary linked against a new glibc start on an old one (2.31 and before).
 *
 * glibc 2.34 moved the threads and the dynamic loader into libc itself and gave
 * their functions a new version, so whatever is linked on such a machine asks for
 * GLIBC_2.34, although the functions are the ones that have carried version 2.2.5
 * all along; two more were renumbered in 2.32. The new libc still answers to the
 * old numbers. The lines below ask for those: every C file of the build gets this
 * header in front (CGO_CFLAGS=-include), and a line has an effect only in a file
 * that uses the function. Found by `objdump -T` on the binary.
 *
 * The start-up object of the C compiler also asks for the new __libc_start_main and
 * is not ours to compile. The linker's --wrap sends its call to the function below,
 * which calls the old one. Under the new libc the old one wants to be handed the
 * program's initialiser (start-up objects no longer bring one), so one is given that
 * walks the table as the old start-up objects did; an old libc needs the same.
 *
 * Lost alternatives: a C compiler with a chosen glibc (another download), a container
 * with an old system (no container here), static linking (cannot load plugins).
 *
 * Only for x86-64 Linux with glibc; elsewhere the file is empty.
 */
#if defined(__x86_64__) && defined(__linux__) && !defined(__ASSEMBLER__)

#define SUDOKULAB_OLD(name) __asm__(".symver " #name "," #name "@GLIBC_2.2.5")

SUDOKULAB_OLD(dlclose);
SUDOKULAB_OLD(dlerror);
SUDOKULAB_OLD(dlopen);
SUDOKULAB_OLD(dlsym);
SUDOKULAB_OLD(pthread_attr_getstack);
SUDOKULAB_OLD(pthread_attr_getstacksize);
SUDOKULAB_OLD(pthread_attr_setstacksize);
SUDOKULAB_OLD(pthread_create);
SUDOKULAB_OLD(pthread_detach);
SUDOKULAB_OLD(pthread_getattr_np);
SUDOKULAB_OLD(pthread_getspecific);
SUDOKULAB_OLD(pthread_join);
SUDOKULAB_OLD(pthread_key_create);
SUDOKULAB_OLD(pthread_kill);
SUDOKULAB_OLD(pthread_mutex_trylock);
SUDOKULAB_OLD(pthread_once);
SUDOKULAB_OLD(pthread_setspecific);
SUDOKULAB_OLD(pthread_sigmask);

typedef void (*sudokulab_init)(int, char **, char **);

/* The linker makes the two ends of the table; hidden, as they belong to this file. */
extern sudokulab_init __init_array_start[] __attribute__((weak, visibility("hidden")));
extern sudokulab_init __init_array_end[] __attribute__((weak, visibility("hidden")));

extern int sudokulab_old_start(int (*)(int, char **, char **), int, char **,
                               int (*)(int, char **, char **), void (*)(void),
                               void (*)(void), void *);
__asm__(".symver sudokulab_old_start,__libc_start_main@GLIBC_2.2.5");

/* Weak: each C file brings a copy and the linker keeps one. */
__attribute__((weak)) int sudokulab_run_init(int argc, char **argv, char **envp) {
	for (sudokulab_init *f = __init_array_start; f != __init_array_end; f++) {
		(*f)(argc, argv, envp);
	}
	return 0;
}

__attribute__((weak)) int __wrap___libc_start_main(int (*program)(int, char **, char **), int argc, char **argv,
                                                   int (*init)(int, char **, char **), void (*fini)(void),
                                                   void (*rtld_fini)(void), void *stack_end) {
	return sudokulab_old_start(program, argc, argv, init ? init : sudokulab_run_init, fini, rtld_fini, stack_end);
}

#endif
