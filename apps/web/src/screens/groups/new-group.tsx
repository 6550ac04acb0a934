import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { createGroup } from '#actions/change-group.ts'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { isTooLong } from '#parts/length-note/length-note.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { WhyLink } from '#parts/why-link.tsx'
import { usePeopleSets } from '#screens/channels/use-people-sets.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { newGroupReason } from '#state/group-rights.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The page for a new group: its name, what it is for, and who is in it. */
export function NewGroup() {
  const reason = useKnown(({ state }) => state && newGroupReason(state))
  return (
    <section class="page">
      <PageHead title={t('groups.new')} back="#groups/your" />
      <div class="page-scroll">
        <div class="page-inner">
          <KeptForm
            reason={reason}
            otherwise={
              <p class="channels-empty">
                {reason}
                <WhyLink place={{ kind: 'organization' }} deed="create-groups" />
              </p>
            }
          >
            <GroupForm />
          </KeptForm>
        </div>
      </div>
    </section>
  )
}

const areTooLong = ({ name, description }: { readonly name: string; readonly description: string }) =>
  isTooLong(name, limits.maxGroupNameLength) || isTooLong(description, limits.maxGroupDescriptionLength)

function GroupForm() {
  const app = useApp()
  const canSave = useCanSave()
  const isKept = useIsKept()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const sets = usePeopleSets()
  const [typed, setTyped] = useState({ name: '', description: '' })
  const [members, setMembers] = useState<readonly number[]>([ownId])
  const name = typed.name.trim()
  const isReady = name !== '' && !areTooLong(typed)
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
        if (isReady && !isBusy && canSave && !isKept) void save(undefined)
      }}
    >
      <TextField
        label={t('groups.name')}
        isRequired
        takesFocus
        most={limits.maxGroupNameLength}
        value={typed.name}
        onText={(text) => setTyped({ ...typed, name: text })}
      />
      <TextField
        label={t('groups.description')}
        rows={2}
        most={limits.maxGroupDescriptionLength}
        value={typed.description}
        onText={(description) => setTyped({ ...typed, description })}
      />
      <KeptControls>
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
      </KeptControls>
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {!canSave && <p class="setting-offline">{t('settings.offline')}</p>}
      <FormFoot isDisabled={isBusy || !isReady || isKept || !canSave} />
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
