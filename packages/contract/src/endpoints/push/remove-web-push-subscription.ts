import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const removeWebPushSubscription = endpoint({
  id: 'remove-web-push-subscription',
  method: 'DELETE',
  path: '/tagma/web_push_subscriptions/{subscription_id}',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Send notifications to a browser no more.',
  doc: 'Notifications on their way to it are dropped. The browser does not subscribe by itself again. The user can turn notifications on in it, or [take the removal back](restore-web-push-subscription). An endpoint of Tagma; Zulip has none for this.',
  params: { subscription_id: inPath(id('subscription'), 'The browser’s subscription.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The subscription does not exist, was removed already, or is not yours.' },
  ],
  example: { request: { subscription_id: 4 }, response: {} },
})
