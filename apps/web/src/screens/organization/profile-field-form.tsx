import type { ProfileField } from '@tagma/contract/objects/profile-field.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { fieldKinds, optionsOf } from '#parts/profile-field/field-value.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { AccountParts } from './account-parts.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import {
  argsOf,
  draftOf,
  draftProblem,
  type FieldDraft,
  fieldLimits,
  lostChoices,
  switchesOf,
} from './field-draft.ts'

interface ProfileFieldFormProps {
  /** The field that is changed, as it was before. Omitted for a new one. */
  readonly before?: ProfileField
  /** Called when it is saved, or left as it is. */
  readonly onClose: () => void
}

const none: readonly ProfileField[] = []
const kinds = Object.values(fieldKinds)

/** Adds a profile field or changes one. The kind of a field stays. */
export function ProfileFieldForm({ before, onClose }: ProfileFieldFormProps) {
  const app = useApp()
  const fields = useKnown(({ state }) => state?.custom_profile_fields) ?? none
  const now = fields.find(({ id }) => id === before?.id)
  const [draft, setDraft] = useState(() => draftOf(before))
  const [isTried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (before) first.current?.focus()
  }, [])
  const change = (part: Partial<FieldDraft>) => {
    setTried(true)
    setDraft((last) => ({ ...last, ...part }))
  }
  const problem = draftProblem(
    draft,
    fields.filter((field) => field !== now),
  )
  const lost = lostChoices(draft, now)
  const save = async () => {
    const args = argsOf(draft)
    await (now
      ? app.client.call(wire.updateCustomProfileField, { field_id: now.id, ...args })
      : app.client.call(wire.createCustomProfileField, { field_type: draft.type, ...args }))
    const { name } = args
    showToast(app, { name: 'field', kind: 'status', text: t('organization.fields.saved', { name }) })
    // The list shows the field before the answer comes: the next one may have been begun.
    setDraft((last) => (last === draft ? draftOf() : last))
    setTried(false)
    onClose()
  }
  return (
    <OwnForm
      title={t(before ? 'organization.fields.edit' : 'organization.fields.new')}
      action={t(now ? 'organization.save' : 'organization.fields.add')}
      isReady={problem === undefined}
      {...(before ? { onCancel: onClose } : {})}
      onSend={save}
    >
      <Elsewhere before={before} now={now} />
      <KeptControls>
        <KindField draft={draft} isFixed={now !== undefined} onChange={change} />
      </KeptControls>
      {draft.type === fieldKinds.account && <AccountParts draft={draft} onChange={change} />}
      <Texts draft={draft} first={first} onChange={change} />
      {draft.type === fieldKinds.list && (
        <ChoicesEditor choices={draft.choices} onChange={(choices) => change({ choices })} />
      )}
      {lost > 0 && (
        <p class="form-error" role="status">
          {t('organization.fields.lost', { count: lost })}
        </p>
      )}
      <KeptControls>
        <Switches draft={draft} onChange={change} />
      </KeptControls>
      {isTried && problem !== undefined && (
        <p class="form-error" role="status">
          {problem}
        </p>
      )}
    </OwnForm>
  )
}

/** Says what others did with the field since one began to change it. */
function Elsewhere({
  before,
  now,
}: {
  readonly before: ProfileField | undefined
  readonly now: ProfileField | undefined
}) {
  if (!before) return null
  if (!now) return <p class="setting-note">{t('organization.fields.gone')}</p>
  // The place among the others is no part of the form.
  if (JSON.stringify({ ...now, order: 0 }) === JSON.stringify({ ...before, order: 0 })) return null
  const choices = now.type === fieldKinds.list ? optionsOf(now).map(({ text }) => text) : []
  const theirs = [now.name, now.hint, choices.join(', ')].filter((part) => part !== '').join(' · ')
  return <p class="setting-note">{t('organization.fields.other', { theirs })}</p>
}

interface PartProps {
  readonly draft: FieldDraft
  readonly onChange: (part: Partial<FieldDraft>) => void
}

function KindField({ draft, isFixed, onChange }: PartProps & { readonly isFixed: boolean }) {
  return (
    <label class="form-field">
      <span>{t('organization.fields.type')}</span>
      <select
        class="field"
        value={String(draft.type)}
        disabled={isFixed}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: kinds.find((kind) => String(kind) === value) ?? draft.type })
        }
      >
        {kinds.map((kind) => (
          <option key={kind} value={String(kind)}>
            {t(`organization.fields.type.${kind}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Texts({
  draft,
  first,
  onChange,
}: PartProps & { readonly first: RefObject<HTMLInputElement | null> }) {
  return (['name', 'hint'] as const).map((part) => (
    <TextField
      key={part}
      label={t(`organization.fields.${part}`)}
      field={part === 'name' ? first : null}
      most={fieldLimits[part]}
      value={draft[part]}
      onText={(text) => onChange({ [part]: text })}
    />
  ))
}

/** The switches that have a line more to say. */
const noted: readonly string[] = ['editable_by_user', 'display_in_profile_summary']

function Switches({ draft, onChange }: PartProps) {
  return switchesOf(draft.type).map((name) => (
    <label key={name} class="setting">
      <span class="setting-text">
        <span>{t(`organization.fields.${name}`)}</span>
        {noted.includes(name) && <small>{t(`organization.fields.${name}.note` as WordId)}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={draft[name]}
        onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
      />
    </label>
  ))
}
