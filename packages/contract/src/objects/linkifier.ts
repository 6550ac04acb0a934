import * as z from 'zod'
import { field } from '../define.ts'

/** A pattern that becomes a link wherever it appears in messages and topics. */
export const linkifier = z.strictObject({
  id: field(z.int(), 'Id of the linkifier.'),
  pattern: field(z.string(), 'The regular expression, in RE2 syntax with named groups.'),
  url_template: field(z.string(), 'RFC 6570 template of the address.', { since: 176 }),
  example_input: field(z.string().nullable(), 'A text that the pattern matches.', { since: 471 }),
  reverse_template: field(
    z.string().nullable(),
    'A template that turns an address back into text: `{variable}` stands for a group, doubled braces for braces.',
    { since: 471 },
  ),
  alternative_url_templates: field(
    z.array(z.string()),
    'More RFC 6570 templates, to turn addresses back into text.',
    { since: 478 },
  ),
})
export type Linkifier = z.output<typeof linkifier>
