import * as z from 'zod'
import { field } from '../define.ts'

/** A site that opens code blocks of one language. */
export const playground = z.strictObject({
  id: field(z.int(), 'Id of the playground.'),
  name: field(z.string(), 'The name to show in menus.'),
  pygments_language: field(z.string(), 'The language of the code blocks, as Pygments calls it.'),
  url_template: field(z.string(), 'RFC 6570 template with the variable `code`.', { since: 196 }),
})
export type Playground = z.output<typeof playground>
