# No type is rounded from f32: that would misround these entries of the 131072 x 512 table. check_chains.sh has numbers of
# fewer rows, which FLINT's sines gave too; these are posenc's own.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/exact/chains.sh"

check 'f16: 4051 entries are not those of a chain' differ 4051 131072 f16 --type f16
check 'bf16: 515' differ 515 131072 bf16 --type bf16
check 'q15: 50599' differ 50599 131072 q15 --type q15
# a 2^16th of an entry in q31 is q15 with room above 32767, which hides 126 more
check 'q15 before it saturates: 50725' differ 50725 131072 wide --type q31 --amplitude 1/65536
plan
