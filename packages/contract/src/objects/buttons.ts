import * as z from 'zod'
import { field } from '../define.ts'
import { limits } from '../limits.ts'
import { nonBlank } from '../primitives.ts'

const buttonText = nonBlank(limits.maxButtonTextLength)

/** Buttons below a bot's message, in the form of Zulip's widget `zform`. */
export const buttons = z.object({
  widget_type: field(z.literal('zform'), 'Always `zform`.'),
  extra_data: field(
    z.object({
      type: field(z.literal('choices'), 'Always `choices`.'),
      heading: field(
        z.string().max(limits.maxButtonTextLength),
        'A line that stands with the buttons in place of the content. Empty: the buttons stand below the content.',
      ),
      choices: field(
        z
          .array(
            z.object({
              type: field(z.literal('multiple_choice'), 'Always `multiple_choice`.'),
              short_name: field(buttonText, 'The text of the button.'),
              long_name: field(
                z.string().max(limits.maxButtonTextLength),
                'The text beside the button; may be empty.',
              ),
              reply: field(buttonText, 'The message that pressing the button sends.'),
              action: field(
                buttonText.optional(),
                'Tells the bot of it instead, and sends nothing. Of Tagma; other clients send `reply`.',
              ),
            }),
          )
          .max(limits.maxButtons),
        'The buttons. None: the message has no buttons any more.',
      ),
    }),
    'What is shown.',
  ),
})
export type Buttons = z.output<typeof buttons>
