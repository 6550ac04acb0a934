import * as z from 'zod'
import { field } from '../define.ts'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

const liquid = textUpTo(limits.maxTemplateLength)

/** The parts of a template, each in Liquid. */
export const templateParts = {
  topic: field(liquid.default(''), 'The topic. Empty: the topic of the address, or else `JSON`.'),
  content: field(liquid, 'The message, in Markdown. Nothing is posted where it comes out empty.'),
  when: field(liquid.default(''), 'Nothing is posted unless it comes out as `true`. Empty: always.'),
  event: field(
    liquid.default(''),
    'Name of the event, for `only_events` and `exclude_events` of the address.',
  ),
}

/** A template of a bot. */
export const hookTemplate = z.strictObject({
  name: field(z.string(), 'Name of the template; `template` in the address.'),
  topic: field(z.string(), 'The topic.'),
  content: field(z.string(), 'The message.'),
  when: field(z.string(), 'The condition.'),
  event: field(z.string(), 'Name of the event.'),
})
export type HookTemplateObject = z.output<typeof hookTemplate>
