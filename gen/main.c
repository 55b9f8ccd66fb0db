#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "exact/number.h"

#include <fenv.h>
#include <stdbool.h>
#include <string.h>

/* Is the command `name`? If it is, dies if an option isn't one of its own. */
static bool is_command(const struct options *options, const char *name) {
    if (!*options->operands || strcmp(*options->operands, name) != 0)
        return false;
    options_check(options, name);
    return true;
}

static _Noreturn void unexpected(const char *operand) {
    const char *meant = help_nearest_command(operand);
    die(DIE_REQUEST, "unexpected argument '%.60s'; %s%s%s", operand,
        meant ? "did you mean posenc " : "see posenc --help", meant ? meant : "", meant ? "?" : "");
}

/* Dies if there are more operands than `count`. */
static void at_most(char *const operands[], int count) {
    for (int k = 0; k <= count && operands[k]; k++)
        if (k == count)
            unexpected(operands[k]);
}

int main(int argc, char *argv[]) {
    fesetround(FE_TONEAREST);
    file_start();
    number_start();
    json_start();
    if (argc < 2)
        help_missing();
    struct options options = options_read(argc, argv);
    char **operands = options.operands;
    if (options.given[HELP] && *operands) {
        help_word(*operands);
    } else if (options.given[HELP]) {
        help_print();
    } else if (options.given[SHOW_VERSION]) {
        help_version();
    } else if (is_command(&options, "help")) {
        at_most(operands, 2);
        if (operands[1])
            help_word(operands[1]);
        else
            help_usage();
    } else if (is_command(&options, "version")) {
        at_most(operands, 1);
        help_version();
    } else if (is_command(&options, "presets")) {
        presets_run(operands + 1, &options);
    } else if (is_command(&options, "import")) {
        if (!operands[1])
            die(DIE_REQUEST, "missing: a model's file, as in posenc import config.json");
        import_run(operands + 1, &options);
    } else if (is_command(&options, "show")) {
        at_most(operands, 1);
        show_run(&options);
    } else if (is_command(&options, "build")) {
        if (!operands[1])
            die(DIE_REQUEST, "missing: the manifest, as in posenc build tables.ini");
        return build_run(operands[1], operands + 2, &options);
    } else if (is_command(&options, "audit")) {
        if (!operands[1])
            die(DIE_REQUEST, "missing: the file, as in posenc audit pe.npy");
        at_most(operands, 2);
        return audit_run(operands[1], &options);
    } else if (is_command(&options, "plot")) {
        at_most(operands, 1);
        plot_run(&options);
    } else if (*operands) {
        unexpected(*operands);
    } else {
        options_check(&options, "table");
        single_run(&options);
    }
    return 0;
}
