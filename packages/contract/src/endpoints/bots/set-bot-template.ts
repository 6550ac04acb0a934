import * as z from 'zod'
import { endpoint, inPath, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { templateParts } from '../../objects/hook-template.ts'

/** The parts of a template, as the fields of a form. */
export const templateParameters = {
  topic: text(templateParts.topic, 'The topic. Empty: the topic of the address, or else `JSON`.'),
  content: text(
    templateParts.content,
    'The message, in Markdown. Nothing is posted where it comes out empty.',
  ),
  when: text(templateParts.when, 'Nothing is posted unless it comes out as `true`. Empty: always.'),
  event: text(
    templateParts.event,
    'Name of the event, for `only_events` and `exclude_events` of the address.',
  ),
}

export const setBotTemplate = endpoint({
  id: 'set-bot-template',
  method: 'PUT',
  path: '/bots/{bot_id}/templates/{name}',
  role: 'guest',
  scope: 'people:write',
  bots: false,
  summary: 'Set a template for JSON.',
  doc: `Makes a template or replaces it. The integration [JSON](receive-webhook) posts what it makes of a payload where the address says \`template=<name>\`. Its parts are texts in [Liquid](https://liquidjs.com) that know the payload as \`payload\`, and what it has at its top by name. Beside Liquid’s filters there are \`quote\`, \`code\`, \`link\` and \`time\`. A bot has at most ${limits.maxTemplatesPerBot} templates. An endpoint of Tagma; Zulip has none for this.`,
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    name: inPath(
      z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/i),
      'Name of the template: letters, digits, `-` and `_`.',
    ),
    ...templateParameters,
  },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist, the caller may not change it, a part is not Liquid or too long, or the bot has too many templates.',
    },
  ],
  example: {
    request: { bot_id: 36, name: 'build', topic: 'Build {{ number }}', content: '{{ status | upcase }}' },
    response: {},
  },
})
