import type { Answer } from '@tagma/contract/define.ts'
import type { getPasskeys } from '@tagma/contract/endpoints/sign-in/get-passkeys.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { useTimes } from '#parts/messages/use-times.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { canUsePasskeys, makePasskey } from './browser-passkeys.ts'
import { FetchNote } from './fetch-note.tsx'
import { CodesDialog } from './second-factor-dialog.tsx'
import { useCanSave } from './setting-control.tsx'
import { useFetched } from './use-fetched.ts'
import { useProof } from './use-proof.tsx'

type Passkey = Answer<typeof getPasskeys>['passkeys'][number]

/** A question that is open: a name for a new passkey or for one that is there, whether to remove one; or codes to keep. */
type Asked =
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** One's passkeys, and what changes them. `onChange` is called when factors have changed. */
function usePasskeys(onChange: () => void) {
  const app = useApp()
  const { client } = app
  const fetched = useFetched(async () => (await client.call(wire.getPasskeys, {})).passkeys)
  const { reload } = fetched
  const [asked, setAsked] = useState<Asked>()
  const tell = (text: string) => showToast(app, { name: 'passkeys', kind: 'status', text })
  const askName = async () => {
    const { sessions } = await client.call(wire.getSessions, {})
    setAsked({ kind: 'new', name: sessions.find((one) => one.is_current)?.program ?? '' })
  }
  const add = async (name: string) => {
    const { options } = await client.call(wire.beginPasskey, {})
    try {
      const passkey = await makePasskey(options)
      const { recovery_codes: codes } = await client.call(wire.addPasskey, { name, passkey })
      if (codes.length > 0) setAsked({ kind: 'codes', codes })
      onChange()
      reload()
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      tell(
        t(
          error.name === 'InvalidStateError'
            ? 'settings.passkeys.known-device'
            : 'settings.passkeys.not-made',
        ),
      )
    }
  }
  const rename = async ({ id }: Passkey, name: string) => {
    await client.call(wire.renamePasskey, { passkey_id: id, name })
    reload()
  }
  const remove = async ({ id, name }: Passkey) => {
    await client.call(wire.removePasskey, { passkey_id: id })
    tell(t('settings.passkeys.removed', { name }))
    onChange()
    reload()
  }
  return { fetched, asked, setAsked, askName, add, rename, remove }
}

/** One's passkeys: the list, and how to add, rename and remove them. `onChange` is called when factors have changed. */
export function Passkeys({ onChange }: { readonly onChange: () => void }) {
  const canSave = useCanSave()
  const { run, question } = useProof()
  const { fetched, asked, setAsked, askName, add, rename, remove } = usePasskeys(onChange)
  return (
    <section class="setting-group">
      <h2>{t('settings.passkeys')}</h2>
      <p class="setting-note">{t('settings.passkeys.note')}</p>
      <FetchNote fetched={fetched} />
      <ul class="setting-list passkeys" aria-label={t('settings.passkeys')}>
        {fetched.value?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onAsk={setAsked} />
        ))}
      </ul>
      {canUsePasskeys() ? (
        <button type="button" class="button" disabled={!canSave} onClick={() => void run(askName)}>
          {t('settings.passkeys.add')}
        </button>
      ) : (
        <p class="setting-note">{t('settings.passkeys.no-browser')}</p>
      )}
      {question}
      {asked?.kind === 'codes' && <CodesDialog codes={asked.codes} onClose={() => setAsked(undefined)} />}
      {asked?.kind === 'new' && (
        <NameDialog
          initial={asked.name}
          title={t('settings.passkeys.add')}
          action={t('settings.factor.next')}
          onClose={() => setAsked(undefined)}
          // The browser shows a dialog of its own now: this one waits for nothing.
          onSave={async (name) => void run(() => add(name))}
        />
      )}
      {asked?.kind === 'rename' && (
        <NameDialog
          initial={asked.passkey.name}
          title={t('settings.passkeys.name')}
          action={t('settings.passkeys.save')}
          onClose={() => setAsked(undefined)}
          onSave={(name) => rename(asked.passkey, name)}
        />
      )}
      {asked?.kind === 'remove' && (
        <Question
          title={t('settings.passkeys.remove-question', { name: asked.passkey.name })}
          text={t('settings.passkeys.remove-text')}
          action={t('settings.passkeys.remove')}
          dangerous
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void run(() => remove(asked.passkey))
          }}
        />
      )}
    </section>
  )
}

function PasskeyRow({
  passkey,
  onAsk,
}: {
  readonly passkey: Passkey
  readonly onAsk: (asked: Asked) => void
}) {
  const canSave = useCanSave()
  const { moment } = useTimes()
  const { name, used_at: usedAt, created_at: createdAt, works_here: worksHere } = passkey
  const button = (kind: 'rename' | 'remove') => (
    <button
      type="button"
      class="button"
      aria-label={t(`settings.passkeys.${kind}-one`, { name })}
      disabled={!canSave}
      onClick={() => onAsk({ kind, passkey })}
    >
      {t(`settings.passkeys.${kind}`)}
    </button>
  )
  return (
    <li>
      <span class="setting-text">
        <span dir="auto">{name}</span>
        <small>
          {usedAt === null
            ? t('settings.passkeys.made', { time: moment(createdAt) })
            : t('settings.passkeys.used', { time: moment(usedAt) })}
          {!worksHere && ` ${t('settings.passkeys.elsewhere')}`}
        </small>
      </span>
      <span class="passkey-acts">
        {button('rename')}
        {button('remove')}
      </span>
    </li>
  )
}

interface NameDialogProps {
  readonly initial: string
  readonly title: string
  /** The words on the button. */
  readonly action: string
  readonly onClose: () => void
  readonly onSave: (name: string) => Promise<void>
}

function NameDialog({ initial, title, action, onClose, onSave }: NameDialogProps) {
  const [name, setName] = useState(initial)
  return (
    <FormDialog
      title={title}
      action={action}
      isDisabled={name.trim() === ''}
      onClose={onClose}
      onSend={() => onSave(name.trim())}
    >
      <TextField
        label={t('settings.passkeys.name-field')}
        takesFocus
        most={60}
        value={name}
        onText={setName}
      />
    </FormDialog>
  )
}
