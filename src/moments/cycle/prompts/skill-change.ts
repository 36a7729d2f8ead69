// Generated from skill-change.txt by `npm run generate`.
export const SKILL_CHANGE_PROMPT = `An analysis of failed work recommends this change of a skill:
{{recommendation}}

The skills that there are:
{{skills}}

Carry it out if it is sound: read the skill if there is one ("<name>/SKILL.md"), then write the whole
new text with add_skill. Write it in your own words, as short instructions that hold in general; never
copy what a tool or a log printed. Note with append_memory what is worth knowing and is no instruction.
A skill that should go is retired with retire_skill. If the recommendation is not sound, change nothing and say why.
`
