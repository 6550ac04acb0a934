import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { createGroup } from '#actions/change-group.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import { usePeopleSets } from '#screens/channels/use-people-sets.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { newGroupReason } from './group-rights.ts'

/** The page for a new group: its name, what it is for, and who is in it. */
export function NewGroup() {
  const reason = useKnown(({ state }) => state && newGroupReason(state))
  return (
    <section class="page">
      <PageHead title={t('groups.new')} back="#groups/your" />
      <div class="page-scroll">
        <div class="page-inner">
          {reason === undefined ? <GroupForm /> : <p class="channels-empty">{reason}</p>}
        </div>
      </div>
    </section>
  )
}

function GroupForm() {
  const app = useApp()
  const canSave = useCanSave()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const sets = usePeopleSets()
  const [typed, setTyped] = useState({ name: '', description: '' })
  const [members, setMembers] = useState<readonly number[]>([ownId])
  const name = typed.name.trim()
  const { failure, isBusy, save } = useSaving(async () => {
    const { description } = typed
    const groupId = await createGroup(app, { name, description, members: [...members] })
    app.go(addressFor(app.store.get().state, { kind: 'group', groupId, page: 'members' }), { replace: true })
  })
  return (
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '' && !isBusy && canSave) void save(undefined)
      }}
    >
      <label class="form-field">
        <span>{t('groups.name')}</span>
        <input
          class="field"
          dir="auto"
          required
          autofocus
          maxLength={limits.maxGroupNameLength}
          value={typed.name}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
        />
      </label>
      <label class="form-field">
        <span>{t('groups.description')}</span>
        <textarea
          class="field"
          dir="auto"
          rows={2}
          maxLength={limits.maxGroupDescriptionLength}
          value={typed.description}
          onInput={({ currentTarget: { value } }) => setTyped({ ...typed, description: value })}
        />
      </label>
      <div class="form-field">
        <span aria-hidden="true">{t('groups.members')}</span>
        <PeopleField
          label={t('groups.members')}
          userIds={members}
          onChange={setMembers}
          offersSelf
          sets={sets}
        />
        <p class="channel-note" role="status">
          {t('channels.people', { count: members.length })}
        </p>
      </div>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {!canSave && <p class="setting-offline">{t('settings.offline')}</p>}
      <FormFoot isDisabled={isBusy || name === '' || !canSave} />
    </form>
  )
}

function FormFoot({ isDisabled }: { readonly isDisabled: boolean }) {
  return (
    <footer class="channel-form-foot">
      <button type="submit" class="button button-main" disabled={isDisabled}>
        {t('groups.create')}
      </button>
      <a class="button" href="#groups/your">
        {t('dialog.cancel')}
      </a>
    </footer>
  )
}
