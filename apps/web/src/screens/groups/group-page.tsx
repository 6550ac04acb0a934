import { groupPages } from '@tagma/contract/address/view.ts'
import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { FunctionComponent } from 'preact'
import { PageHead } from '#parts/page/page-head.tsx'
import { walkTabs } from '#parts/page/walk-by-arrows.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { groupReason } from '#state/group-rights.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { t } from '#words/words.ts'
import { GroupGeneral } from './group-general.tsx'
import { GroupMembers } from './group-members.tsx'
import { GroupPermissions } from './group-permissions.tsx'

type Page = (typeof groupPages)[number]

export interface GroupPartProps {
  readonly group: UserGroup
}

const contents: Readonly<Record<Page, FunctionComponent<GroupPartProps>>> = {
  general: GroupGeneral,
  members: GroupMembers,
  permissions: GroupPermissions,
}

/** The pages of a group: what it is, who is in it, and who may do what with it. */
export function GroupPage({ groupId, page }: { readonly groupId: number; readonly page: Page }) {
  const group = useKnown(({ state }) => state?.realm_user_groups?.find(({ id }) => id === groupId))
  const canSave = useCanSave()
  const isLocked = useKnown(
    ({ state }) =>
      state !== undefined && group !== undefined && groupReason(state, group, 'manage') !== undefined,
  )
  if (!group) {
    return (
      <section class="page">
        <PageHead title={t('shell.groups')} back="#groups/all" />
        <p class="page-inner page-note">{t('groups.unknown')}</p>
      </section>
    )
  }
  const Content = contents[page]
  return (
    <section class="page settings" aria-label={t('shell.groups')}>
      <PageHead title={groupLabel(group.name)} back="#groups/all" />
      <PageTabs groupId={groupId} page={page} />
      {/* Who can change no permission has nothing to focus there, and scrolls by keys. */}
      <div class="page-scroll" tabIndex={page === 'permissions' && isLocked ? 0 : -1}>
        <div class="page-inner settings-inner">
          {group.deactivated && <p class="setting-offline">{t('groups.is-deactivated')}</p>}
          {group.is_system_group && <p class="form-preview">{t('groups.system')}</p>}
          {!canSave && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          <Content key={groupId} group={group} />
        </div>
      </div>
    </section>
  )
}

function PageTabs({ groupId, page }: { readonly groupId: number; readonly page: Page }) {
  const state = useKnown((known) => known.state)
  return (
    <nav class="page-tabs" aria-label={t('groups.pages')} onKeyDown={walkTabs}>
      {groupPages.map((each) => (
        <a
          key={each}
          href={addressFor(state, { kind: 'group', groupId, page: each })}
          aria-current={each === page ? 'page' : undefined}
        >
          {t(`groups.page-${each}`)}
        </a>
      ))}
    </nav>
  )
}
