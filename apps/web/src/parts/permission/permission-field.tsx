import { ApiError } from '@tagma/client/api-error.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { UsersRound, X } from 'lucide'
import { useId, useMemo, useRef, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { Combobox } from '#parts/combobox/combobox.tsx'
import { fitOf, folded } from '#parts/completion/match.ts'
import { best } from '#parts/completion/suggestion.ts'
import { Icon } from '#parts/icon.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { peopleIn } from '#state/people-in.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel, whoMay } from '#state/who-may.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { type Chosen, chosenOf, groupsFor, isSameSetting, type Limits, settingOf } from './chosen.ts'
import { type Effect, effectOf } from './effect.ts'

interface PermissionFieldProps {
  readonly label: string
  readonly value: GroupSetting
  readonly limits: Limits
  /** Who may in any case. */
  readonly note?: string | undefined
  /** The reason why one may not change it; empty if it stands elsewhere on the page. */
  readonly reason: string | undefined
  /** Saves another value in place of one. If it rejects, the choice stays, and the reason is shown. */
  readonly onSave: (next: GroupSetting, old: GroupSetting) => Promise<void>
}

/** A choice that is not saved yet, and the value that it was made from. */
interface Draft {
  readonly chosen: Chosen
  readonly base: GroupSetting
}

/** Who may do something: groups and people, with their number. What is chosen is saved by a button. */
export function PermissionField({ label, value, limits, note, reason, onSave }: PermissionFieldProps) {
  const state = useKnown((known) => known.state)
  const canSave = useKnown(({ connection }) => connection.state === 'live')
  const [draft, setDraft] = useState<Draft>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const groups = state?.realm_user_groups
  const chosen = draft?.chosen ?? chosenOf(groups, value)
  const next = settingOf(groups, chosen)
  const isChanged = draft !== undefined && !isSameSetting(groups, next, value)
  const hasConflict = isChanged && !isSameSetting(groups, draft.base, value)
  const change = (parts: Partial<Chosen>) =>
    setDraft({ base: draft?.base ?? value, chosen: { ...chosen, ...parts } })
  const isNobody = chosen.groupIds.length === 0 && chosen.userIds.length === 0
  const problem = isNobody && !limits.allow_nobody_group ? t('permission.nobody-not-allowed') : undefined
  const end = () => {
    setDraft(undefined)
    setFailure(undefined)
  }
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onSave(next, value)
      end()
    } catch (error) {
      setFailure(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <div class="permission" role="group" aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div class="permission-chips">
        <ChosenChips {...{ chosen, note }} onChange={reason === undefined ? change : undefined} />
        {reason === undefined && <AddChoice {...{ label, limits, chosen }} onChange={change} />}
      </div>
      <p class="permission-count" role="status">
        {problem ?? (isNobody || !state ? '' : t('permission.people', { count: peopleIn(state, next).size }))}
      </p>
      {isChanged && state && (
        <PermissionEffect
          effect={effectOf(state, value, next, { mayBeGuests: limits.allow_everyone_group })}
        />
      )}
      {note !== undefined && <p class="permission-reason">{note}</p>}
      {reason && <p class="permission-reason">{reason}</p>}
      {hasConflict && state && (
        <p class="form-preview form-warning" role="alert">
          {t('permission.meanwhile', { who: whoMay(state, value) ?? t('permission.nobody') })}
        </p>
      )}
      {failure !== undefined && !hasConflict && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {isChanged && (
        <SaveButtons
          hasConflict={hasConflict}
          isReady={!isBusy && canSave && problem === undefined}
          onSave={() => void save()}
          onEnd={end}
        />
      )}
      {isChanged && !canSave && <p class="permission-reason">{t('settings.offline')}</p>}
    </div>
  )
}

/** Returns why a value was refused: because it was made from one that is old by now, or as the server says it. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'EXPECTATION_MISMATCH'
    ? t('permission.outdated')
    : errorText(error)

/** The most people who are named. */
const mostNamed = 5

/** Says before it is saved who gets a permission and who loses it, and what that means for those who come later. */
function PermissionEffect({ effect }: { readonly effect: Effect }) {
  const { gain, lose } = effect
  const named = (names: readonly string[]) => listOf(names.slice(0, mostNamed))
  const lines = [
    gain.length > 0 &&
      t('permission.gain', { names: named(gain), more: Math.max(0, gain.length - mostNamed) }),
    lose.length > 0 &&
      t('permission.lose', { names: named(lose), more: Math.max(0, lose.length - mostNamed) }),
    effect.newcomersGain && t('permission.newcomers-gain'),
    effect.newcomersLose && t('permission.newcomers-lose'),
    effect.guestsGain && t('permission.guests-gain'),
    effect.guestsLose && t('permission.guests-lose'),
  ].filter((line) => line !== false)
  return (
    <div class="form-preview" role="status">
      {lines.length === 0
        ? t('permission.no-effect')
        : lines.map((line) => (
            <p key={line} dir="auto">
              {line}
            </p>
          ))}
    </div>
  )
}

interface PermissionChoiceProps extends Omit<PermissionFieldProps, 'onSave'> {
  readonly onChange: (next: GroupSetting) => void
}

/** Who may do something, in a form that is sent as a whole. */
export function PermissionChoice({ label, value, limits, note, reason, onChange }: PermissionChoiceProps) {
  const state = useKnown((known) => known.state)
  const id = useId()
  const groups = state?.realm_user_groups
  const chosen = chosenOf(groups, value)
  const change = (parts: Partial<Chosen>) => onChange(settingOf(groups, { ...chosen, ...parts }))
  const isNobody = chosen.groupIds.length === 0 && chosen.userIds.length === 0
  return (
    <div class="permission" role="group" aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div class="permission-chips">
        <ChosenChips {...{ chosen, note }} onChange={reason === undefined ? change : undefined} />
        {reason === undefined && <AddChoice {...{ label, limits, chosen }} onChange={change} />}
      </div>
      <p class="permission-count" role="status">
        {isNobody && !limits.allow_nobody_group && t('permission.nobody-not-allowed')}
        {!isNobody && state && t('permission.people', { count: peopleIn(state, value).size })}
      </p>
      {note !== undefined && <p class="permission-reason">{note}</p>}
      {reason && <p class="permission-reason">{reason}</p>}
    </div>
  )
}

interface SaveButtonsProps {
  /** Whether somebody else has saved another value meanwhile. */
  readonly hasConflict: boolean
  readonly isReady: boolean
  readonly onSave: () => void
  readonly onEnd: () => void
}

function SaveButtons({ hasConflict, isReady, onSave, onEnd }: SaveButtonsProps) {
  return (
    <p class="permission-foot">
      <button type="button" class="button button-main" disabled={!isReady} onClick={onSave}>
        {t(hasConflict ? 'permission.save-mine' : 'permission.save')}
      </button>
      <button type="button" class="button" onClick={onEnd}>
        {t(hasConflict ? 'permission.take-theirs' : 'dialog.cancel')}
      </button>
    </p>
  )
}

interface ChosenChipsProps {
  readonly chosen: Chosen
  /** Who may in any case. */
  readonly note: string | undefined
  /** Without it, nothing can be taken away. */
  readonly onChange: ((parts: Partial<Chosen>) => void) | undefined
}

function ChosenChips({ chosen: { groupIds, userIds }, note, onChange }: ChosenChipsProps) {
  const groups = useKnown(({ state }) => state?.realm_user_groups)
  const people = useKnown(({ state }) => peopleOf(state))
  if (groupIds.length === 0 && userIds.length === 0)
    return (
      <span class="permission-nobody">
        {t(note === undefined ? 'permission.nobody' : 'permission.nobody-else')}
      </span>
    )
  return (
    <>
      {groupIds.map((id) => {
        const name = groupLabel(groups?.find((group) => group.id === id)?.name ?? '')
        const remove = () => onChange?.({ groupIds: groupIds.filter((other) => other !== id) })
        return (
          <span key={id} class="chip chip-person">
            <Icon of={UsersRound} size={0.875} />
            <span dir="auto">{name}</span>
            {onChange && <RemoveButton name={name} onPress={remove} />}
          </span>
        )
      })}
      {userIds.map((id) => {
        const person = people.get(id)
        const name = person?.full_name ?? t('people.unknown')
        const remove = () => onChange?.({ userIds: userIds.filter((other) => other !== id) })
        return (
          <span key={id} class="chip chip-person">
            <PersonAvatar person={person} size={1.25} />
            <span dir="auto">{name}</span>
            {onChange && <RemoveButton name={name} onPress={remove} />}
          </span>
        )
      })}
    </>
  )
}

function RemoveButton({ name, onPress }: { readonly name: string; readonly onPress: () => void }) {
  return (
    <button type="button" aria-label={t('permission.remove', { name })} onClick={onPress}>
      <Icon of={X} size={0.875} />
    </button>
  )
}

interface Choice {
  readonly key: string
  readonly label: string
  readonly groupId?: number
  readonly userId?: number
}

interface AddChoiceProps {
  readonly label: string
  readonly limits: Limits
  readonly chosen: Chosen
  readonly onChange: (parts: Partial<Chosen>) => void
}

/** A line that finds groups, and people where single ones can be chosen. */
function AddChoice({ label, limits, chosen, onChange }: AddChoiceProps) {
  const groups = useKnown(({ state }) => state?.realm_user_groups)
  const people = useKnown(({ state }) => peopleOf(state))
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const options = useMemo((): readonly Choice[] => {
    const asked = folded(query.trim())
    const found = groupsFor(groups, limits)
      .filter(({ id }) => !chosen.groupIds.includes(id))
      .map(({ id, name }): Choice => ({ key: `group ${id}`, label: groupLabel(name), groupId: id }))
    const fitting = best(found, (choice) => {
      const fit = fitOf(asked, folded(choice.label.replace(/^@/, '')))
      return fit === undefined ? undefined : [fit]
    })
    if (asked === '' || limits.require_system_group) return fitting
    const persons = best(people.values(), ({ user_id, full_name, is_bot }) => {
      const fit = chosen.userIds.includes(user_id) ? undefined : fitOf(asked, folded(full_name))
      return fit === undefined ? undefined : [fit, is_bot ? 1 : 0]
    })
    return [
      ...fitting,
      ...persons.map((person): Choice => ({
        key: `user ${person.user_id}`,
        label: person.full_name,
        userId: person.user_id,
      })),
    ]
  }, [groups, people, limits, chosen, query])
  return (
    <Combobox
      input={input}
      label={t('permission.add', { what: label })}
      text={query}
      placeholder={t('permission.add-short')}
      options={options}
      isBelow
      takesFirst={query.trim() !== ''}
      draw={(choice) => (
        <>
          {choice.groupId === undefined ? (
            <PersonAvatar person={people.get(choice.userId ?? -1)} size={1.5} />
          ) : (
            <span class="option-picture">
              <Icon of={UsersRound} />
            </span>
          )}
          <span class="option-text" dir="auto">
            {choice.label}
          </span>
        </>
      )}
      onText={setQuery}
      onChoose={({ groupId, userId }) => {
        setQuery('')
        if (groupId !== undefined) onChange({ groupIds: [...chosen.groupIds, groupId] })
        else if (userId !== undefined) onChange({ userIds: [...chosen.userIds, userId] })
      }}
      // Enter chooses. Where it finds nothing, it must not send the form around this line.
      onKey={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
      }}
    />
  )
}
