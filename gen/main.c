#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/options.h"
#include "exact/number.h"
#include "words/choice.h"

#include <fenv.h>
#include <stddef.h>
#include <string.h>

static _Noreturn void unexpected(const char *operand) {
    size_t count = 1; /* the first has no name */
    while (commands[count].name)
        count++;
    const char *meant = nearest(operand, &commands[1].name, count - 1, sizeof *commands);
    die(DIE_REQUEST, "unexpected argument '%.60s'; %s%s%s", operand,
        meant ? "did you mean posenc " : "see posenc --help", meant ? meant : "", meant ? "?" : "");
}

enum { ANY = 1 << 30 };

static const struct {
    const char *name;
    int most;            /* operands after the name */
    const char *missing; /* if there is none of them; NULL: there needn't be one */
    int (*run)(char *const operands[], const struct options *);
} runs[] = {
    {"help", 1, NULL, help_run},
    {"version", 0, NULL, version_run},
    {"presets", ANY, NULL, presets_run},
    {"import", ANY, "a model's file, as in posenc import config.json", import_run},
    {"show", 0, NULL, show_run},
    {"build", ANY, "the manifest, as in posenc build tables.ini", build_run},
    {"audit", 1, "the file, as in posenc audit pe.npy", audit_run},
    {"plot", 0, NULL, plot_run},
};

/* Runs the command that the first operand names, or makes a single table. Returns the exit status. */
static int run(char *const operands[], const struct options *options) {
    for (size_t k = 0; *operands && k < sizeof runs / sizeof *runs; k++) {
        if (strcmp(*operands, runs[k].name) != 0)
            continue;
        options_check(options, runs[k].name);
        if (!operands[1] && runs[k].missing)
            die(DIE_REQUEST, "missing: %s", runs[k].missing);
        for (int n = 0; operands[1 + n]; n++)
            if (n == runs[k].most)
                unexpected(operands[1 + n]);
        return runs[k].run(operands + 1, options);
    }
    if (*operands)
        unexpected(*operands);
    options_check(options, "table");
    return single_run(options);
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();
    json_start();
    if (argc < 2)
        die(DIE_REQUEST, "usage: %s; see posenc --help", commands[0].usage);
    const struct options options = options_read(argc, argv);
    char *const *operands = options.operands;
    if (options.given[HELP])
        return help_run(operands, &options);
    return options.given[SHOW_VERSION] ? version_run(operands, &options) : run(operands, &options);
}
