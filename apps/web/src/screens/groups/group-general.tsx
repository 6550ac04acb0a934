import { ApiError } from '@tagma/client/api-error.ts'
import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { changeGroup, deactivateGroup, reactivateGroup } from '#actions/change-group.ts'
import { errorText } from '#actions/show-error.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useTimes } from '#parts/messages/use-times.ts'
import { SavedField } from '#parts/saved-field/saved-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { groupReason } from '#state/group-rights.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { t } from '#words/words.ts'
import type { GroupPartProps } from './group-page.tsx'
import { GroupUses, type Objection } from './group-uses.tsx'

/** The name and purpose of a group, and its end. */
export function GroupGeneral({ group }: GroupPartProps) {
  const app = useApp()
  const canSave = useCanSave()
  const reason = useKnown(({ state }) => state && groupReason(state, group, 'manage'))
  const isDisabled = reason !== undefined || !canSave
  if (group.is_system_group) return <p class="setting-note">{t('groups.system-use')}</p>
  const { id, name, description } = group
  return (
    <>
      <section class="setting-group">
        {reason !== undefined && <p class="setting-note">{reason}</p>}
        <SavedField
          label={t('groups.name')}
          value={name}
          version={group}
          maxLength={limits.maxGroupNameLength}
          isDisabled={isDisabled}
          isNeverEmpty
          onSave={(next) => changeGroup(app, id, { name: next }, { name })}
        />
        <SavedField
          label={t('groups.description')}
          value={description}
          version={group}
          isLong
          maxLength={limits.maxGroupDescriptionLength}
          isDisabled={isDisabled}
          onSave={(next) => changeGroup(app, id, { description: next }, { description })}
        />
        <Origin group={group} />
      </section>
      <End group={group} reason={reason} />
    </>
  )
}

/** Who made a group, and when. */
function Origin({ group: { creator_id, date_created } }: GroupPartProps) {
  const maker = useKnown(({ state }) => peopleOf(state).get(creator_id ?? -1)?.full_name)
  const { exact } = useTimes()
  if (maker === undefined || date_created === null) return null
  return <p class="setting-note">{t('groups.made', { name: maker, time: exact(date_created) })}</p>
}

interface Refused {
  readonly text: string
  /** The places that use the group, where that is why. */
  readonly uses: readonly Objection[]
}

const refusedBy = (error: unknown): Refused => ({
  text: errorText(error),
  uses:
    error instanceof ApiError && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE'
      ? (error.fields.objections as readonly Objection[])
      : [],
})

/** Ends a group, or takes it back. */
function End({ group, reason }: GroupPartProps & { readonly reason: string | undefined }) {
  const app = useApp()
  const canSave = useCanSave()
  const [refused, setRefused] = useState<Refused>()
  const [isAsked, setAsked] = useState(false)
  const { id, name, deactivated } = group
  const act = async () => {
    setAsked(false)
    setRefused(undefined)
    try {
      await (deactivated ? reactivateGroup(app, id) : deactivateGroup(app, id))
    } catch (error) {
      setRefused(refusedBy(error))
    }
  }
  const action = t(deactivated ? 'groups.reactivate' : 'groups.deactivate')
  return (
    <section class="setting-group">
      <h2>{action}</h2>
      <p class="setting-note">{t(deactivated ? 'groups.reactivate-about' : 'groups.deactivate-about')}</p>
      {refused?.uses.length === 0 && (
        <p class="form-error" role="alert">
          {refused.text}
        </p>
      )}
      {refused && refused.uses.length > 0 && <GroupUses uses={refused.uses} />}
      <button
        type="button"
        class={deactivated ? 'button' : 'button button-bad'}
        disabled={reason !== undefined || !canSave}
        onClick={() => (deactivated ? void act() : setAsked(true))}
      >
        {action}
      </button>
      {isAsked && (
        <Question
          title={t('groups.deactivate-named', { name: groupLabel(name) })}
          text={t('groups.deactivate-about')}
          action={action}
          dangerous
          onClose={() => setAsked(false)}
          onConfirm={() => void act()}
        />
      )}
    </section>
  )
}
