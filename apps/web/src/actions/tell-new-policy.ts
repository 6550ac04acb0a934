import type { State } from '@tagma/sync/state.ts'
import type { App } from '#state/use-app.ts'
import { type Policy, policyIn, setTopicPolicy, tellPolicy, type Topic } from './set-topic-policy.ts'

/**
 * Tells that the server follows or unmutes a topic for the reader, who has written there. Undo sets the policy of `before`,
 * the state when the message went.
 */
export function tellNewPolicy(app: App, topic: Topic, policy: number, before: State | undefined): void {
  tellPolicy(app, topic, policy as Policy, () => void setTopicPolicy(app, topic, policyIn(before, topic)))
}
