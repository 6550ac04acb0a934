import * as z from 'zod'
import { either, json, text } from '../../define.ts'
import { textUpTo } from '../../primitives.ts'

const template = textUpTo(2000)

/** The parameters that adding and changing a linkifier share. */
export const linkifierParameters = {
  pattern: text(
    textUpTo(1000).refine((pattern) => pattern !== '', { error: '{name} cannot be empty' }),
    'A regular expression in RE2 syntax, which takes time linear in the text. Named groups, `(?P<id>[0-9]+)`, are the variables of the templates.',
  ),
  url_template: text(template, 'An RFC 6570 template; its variables are the named groups of the pattern.', {
    changes: [{ level: 176, text: 'Replaced `url_format_string`.' }],
  }),
  example_input: either(
    template.nullable().optional(),
    'A text that the pattern matches from beginning to end. A reverse template needs one.',
    { since: 471 },
  ),
  reverse_template: either(
    template.nullable().optional(),
    'Turns an address back into text: `{variable}` stands for a group, doubled braces for braces. Filled with the groups of `example_input`, it has to give `example_input`.',
    { since: 471 },
  ),
  alternative_url_templates: json(
    z.array(template).max(50).optional(),
    'Further RFC 6570 templates, used only for turning addresses back into text.',
    { since: 478 },
  ),
}

/** Why a linkifier is refused. */
export const linkifierErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The pattern or a template is not valid, a template names a group that the pattern does not have, the reverse template does not rebuild the example input, or another linkifier has the pattern.',
  },
] as const
