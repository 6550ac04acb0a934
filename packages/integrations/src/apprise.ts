import * as z from 'zod'
import { integration } from './integration.ts'

const icons: Readonly<Record<string, string>> = {
  info: ':info:',
  success: ':check:',
  warning: ':warning:',
  failure: ':cross_mark:',
}

export const apprise = integration({
  name: 'apprise',
  label: 'Apprise',
  group: 'general',
  setup:
    'Use the address with `json://` or `form://` in place of `http://` (`jsons://` for `https://`), and write `-api_key=…` and `-stream=…` for its parameters.',
  events: ['info', 'success', 'warning', 'failure'],
  takesForms: true,
  payload: z.looseObject({
    title: z.string().default(''),
    message: z.string(),
    type: z.enum(['info', 'success', 'warning', 'failure']).default('info'),
  }),
  read({ payload: { title, message, type }, hasTopic }) {
    const head = hasTopic && title !== '' ? `**${title}**\n\n` : ''
    return {
      event: type,
      topic: title === '' ? 'Apprise' : title,
      content: `${icons[type]} ${head}${message}`,
    }
  },
})
