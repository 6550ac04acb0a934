import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useProof } from '#screens/settings/use-proof.tsx'
import { ownsOrganization } from '#state/owns-organization.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { NewScimClient } from './new-scim-client.tsx'
import { type ScimClient, ScimClientRow } from './scim-client-row.tsx'
import { ScimSecret, type ShownSecret } from './scim-secret.tsx'

/** Programs that provision accounts and groups by SCIM: for owners. */
export function ScimClients() {
  const owns = useKnown(({ state }) => ownsOrganization(state))
  return owns ? <Clients /> : null
}

/** A change that somebody confirms before it is made. */
interface Asked {
  readonly kind: 'rotate' | 'remove'
  readonly client: ScimClient
}

function Clients() {
  const app = useApp()
  const canSave = useCanSave()
  const { run, question } = useProof()
  const fetched = useFetched(() => app.client.call(wire.getScimClients, {}))
  const { value, reload } = fetched
  const [shown, setShown] = useState<ShownSecret>()
  const [asked, setAsked] = useState<Asked>()
  const show = (next: ShownSecret) => {
    setShown(next)
    reload()
  }
  const rotate = ({ id, name }: ScimClient) =>
    run(async () => {
      const { secret } = await app.client.call(wire.rotateScimClient, { scim_client_id: id })
      show({ name, secret })
    })
  const remove = ({ id, name }: ScimClient) =>
    run(async () => {
      await app.client.call(wire.removeScimClient, { scim_client_id: id })
      showToast(app, { name: 'scim', kind: 'status', text: t('organization.scim.removed', { name }) })
      reload()
    })
  return (
    <section class="setting-group">
      <h2>{t('organization.scim')}</h2>
      <p class="setting-note">{t('organization.scim.note')}</p>
      <FetchNote fetched={fetched} />
      {value && <Address url={value.url} />}
      {shown && <ScimSecret key={shown.secret} shown={shown} onClose={() => setShown(undefined)} />}
      {value?.scim_clients.length === 0 && <p>{t('organization.scim.none')}</p>}
      <ul class="setting-list scim-list" aria-label={t('organization.scim')}>
        {value?.scim_clients.map((client) => (
          <ScimClientRow
            key={client.id}
            client={client}
            isDisabled={!canSave}
            onRotate={() => setAsked({ kind: 'rotate', client })}
            onRemove={() => setAsked({ kind: 'remove', client })}
          />
        ))}
      </ul>
      <NewScimClient onMade={show} />
      {asked && (
        <Question
          title={t(`organization.scim.${asked.kind}-question`, { name: asked.client.name })}
          text={<p>{t(`organization.scim.${asked.kind}-text`)}</p>}
          action={t(`organization.scim.${asked.kind}`)}
          dangerous={asked.kind === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void (asked.kind === 'rotate' ? rotate(asked.client) : remove(asked.client))
          }}
        />
      )}
      {question}
    </section>
  )
}

/** The address of SCIM, for the settings of a directory. */
function Address({ url }: { readonly url: string }) {
  const app = useApp()
  return (
    <p class="own-key">
      <input
        class="field"
        type="text"
        dir="ltr"
        readonly
        value={url}
        aria-label={t('organization.scim.address')}
      />
      <button
        type="button"
        class="button"
        onClick={() => void copyAndTell(app, url, t('organization.scim.address-copied'))}
      >
        {t('organization.scim.copy')}
      </button>
    </p>
  )
}
