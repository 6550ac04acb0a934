import type { RightsPlace } from '@tagma/contract/address.ts'
import type { DeedName } from '@tagma/rules/deeds.ts'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface WhyLinkProps {
  readonly place: RightsPlace
  /** The deed that is not allowed. */
  readonly deed: DeedName
}

/** Leads to the page that says which setting forbids something, who may do it, and who can change that. */
export function WhyLink({ place, deed }: WhyLinkProps) {
  const address = useKnown(({ state }) => addressFor(state, { kind: 'rights', place, of: 'me', deed }))
  return (
    <a class="why-link" href={address}>
      {t('who.why')}
    </a>
  )
}
