import type { MessageView } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { topicPolicy } from '#actions/set-topic-policy.ts'
import { Hint } from '#parts/hint/hint.tsx'
import { isNewcomer } from '#state/first-steps.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { topicOf } from './topic-of.ts'

/** Says to newcomers what following means, in the first topic that they follow. */
export function FollowHint({ view }: { readonly view: MessageView }) {
  const app = useApp()
  const place = topicOf(view)
  const isFollowed = useKnown(
    () => place !== undefined && topicPolicy(app, place) === visibilityPolicies.followed,
  )
  const isNew = useKnown((known) => isNewcomer(known, app.clock.now()))
  return isFollowed && isNew ? <Hint name="follow" /> : null
}
