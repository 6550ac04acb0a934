import type { Answer } from '@tagma/contract/define.ts'
import type { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { t } from '#words/words.ts'

export type ScimClient = Answer<typeof getScimClients>['scim_clients'][number]

interface ScimClientRowProps {
  readonly client: ScimClient
  readonly isDisabled: boolean
  readonly onRotate: () => void
  readonly onRemove: () => void
}

/** A SCIM client: when it was made and called last, what it may do, and ways to end it. */
export function ScimClientRow({ client, isDisabled, onRotate, onRemove }: ScimClientRowProps) {
  const { moment } = useTimes()
  const { name, hint } = client
  const facts = [
    t('organization.scim.made', { time: moment(client.created_at), hint }),
    client.called_at === null
      ? t('organization.scim.never-called')
      : t('organization.scim.called', { time: moment(client.called_at) }),
    ...(client.former_until === null
      ? []
      : [t('organization.scim.former', { time: moment(client.former_until) })]),
    ...(client.may_touch_owners ? [t('organization.scim.owners')] : []),
    ...(client.may_change_addresses ? [t('organization.scim.addresses')] : []),
  ]
  return (
    <li>
      <span class="setting-text">
        <span dir="auto">{name}</span>
        {facts.map((fact) => (
          <small key={fact}>{fact}</small>
        ))}
      </span>
      <button
        type="button"
        class="button"
        aria-label={t('organization.scim.rotate-one', { name })}
        disabled={isDisabled}
        onClick={onRotate}
      >
        {t('organization.scim.rotate')}
      </button>
      <button
        type="button"
        class="button"
        aria-label={t('organization.scim.remove-one', { name })}
        disabled={isDisabled}
        onClick={onRemove}
      >
        {t('organization.scim.remove')}
      </button>
    </li>
  )
}
