/* The command line: the words of a table, what a run does beside them, and operands. */
#ifndef POSENC_OPTIONS_H
#define POSENC_OPTIONS_H

#include "words/words.h"

#include <stdbool.h>

/* Options behind the words: what a run does. */
enum run_option {
    OUTPUT = WORDS,
    OUTPUT_DIR,
    DEPFILE,
    IF_CHANGED,
    LIST,
    CHECK,
    ROWS,
    ENGINE,
    THREADS,
    VERBOSE,
    HELP,
    SHOW_VERSION,
    OPTIONS
};

struct run_option_row {
    const char *name, *argument, *meaning;
    char letter;
    const char *commands; /* that take it: "table", "build" */
};

extern const struct run_option_row run_options[OPTIONS - WORDS];

/* Of a word or a run option. */
const char *option_name(int k);
bool option_takes_value(int k);

struct options {
    const char
        *given[OPTIONS]; /* the values, "" for an option that takes none; NULL where not given */
    char **operands;     /* ended by NULL */
};

/* Dies with a request error where an option is unknown, or lacks its value. */
struct options options_read(int argc, char *argv[]);

/* Dies where an option is given that `command` does not take. */
void options_check(const struct options *, const char *command);

#endif
