import * as z from 'zod'
import { either, json, text } from '../../define.ts'
import { textUpTo } from '../../primitives.ts'

const template = textUpTo(2000)

/** The parameters that adding and changing a linkifier share. */
export const linkifierParameters = {
  pattern: text(
    textUpTo(1000).refine((pattern) => pattern !== '', { error: '{name} cannot be empty' }),
    'A regular expression in RE2 syntax, which takes time linear in the text. Its named groups, such as `(?P<id>[0-9]+)`, are the variables of the templates.',
  ),
  url_template: text(template, 'An RFC 6570 template. Its variables are the named groups of the pattern.', {
    changes: [{ level: 176, text: 'Replaced `url_format_string`.' }],
  }),
  example_input: either(
    template.nullable().optional(),
    'A text that the pattern matches as a whole. Required with a reverse template.',
    { since: 471 },
  ),
  reverse_template: either(
    template.nullable().optional(),
    'A template that turns an address back into text: `{variable}` stands for a group, doubled braces for braces. Filled with the groups of `example_input`, it must give `example_input`.',
    { since: 471 },
  ),
  alternative_url_templates: json(
    z.array(template).max(50).optional(),
    'More RFC 6570 templates. They are used only to turn addresses back into text.',
    { since: 478 },
  ),
}

/** The errors of adding and changing a linkifier. */
export const linkifierErrors = [
  {
    code: 'BAD_REQUEST',
    when: 'The pattern or a template is not valid, a template names a group that the pattern does not have, the reverse template does not give back the example input, or another linkifier has this pattern.',
  },
] as const
