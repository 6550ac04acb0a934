import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { Plus } from 'lucide'
import { useState } from 'preact/hooks'
import { usePageKey } from '#keys/use-page-key.ts'
import { folded } from '#parts/completion/match.ts'
import { FilterField } from '#parts/filter-field.tsx'
import { Icon } from '#parts/icon.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { addressFor } from '#state/addresses.ts'
import { newGroupReason } from '#state/group-rights.ts'
import { isGroupOf, wayInto } from '#state/group-ways.ts'
import { peopleIn } from '#state/people-in.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { listOf } from '#words/list-of.ts'
import { locale, t } from '#words/words.ts'

const tabs = ['your', 'all'] as const
type Tab = (typeof tabs)[number]

/** System groups that nobody with an account is counted in: they are of use in permissions only. */
const hidden = new Set(['role:nobody', 'role:internet'])

/** The groups of the organization: those that one is in, or all. */
export function GroupsPage({ tab }: { readonly tab: Tab }) {
  const { go } = useApp()
  const state = useKnown((known) => known.state)
  const [text, setText] = useState('')
  const mayCreate = state !== undefined && newGroupReason(state) === undefined
  usePageKey('N', mayCreate ? () => go('#groups/new') : undefined)
  const asked = folded(text.trim())
  const shown = (state?.realm_user_groups ?? [])
    .filter(({ name }) => !hidden.has(name))
    .filter((group) => tab === 'all' || (state && isGroupOf(state, state.user_id ?? -1, group)))
    .filter(({ name, description }) => folded(`${groupLabel(name)} ${description}`).includes(asked))
    .toSorted(inOrder)
  return (
    <section class="page">
      <PageHead title={t('shell.groups')} back="#places">
        {mayCreate && (
          <a class="button" href="#groups/new">
            <Icon of={Plus} size={1} />
            {t('groups.new')}
          </a>
        )}
      </PageHead>
      <div class="page-scroll">
        <div class="page-inner">
          <nav class="channel-tabs" aria-label={t('shell.groups')}>
            {tabs.map((each) => (
              <a key={each} href={`#groups/${each}`} aria-current={each === tab ? 'page' : undefined}>
                {t(`groups.tab-${each}`)}
              </a>
            ))}
          </nav>
          <div class="channel-filters">
            <FilterField label={t('groups.find')} value={text} onText={setText} />
          </div>
          <ul class="channel-rows" aria-label={t('shell.groups')}>
            {shown.map((group) => (
              <GroupRow key={group.id} group={group} />
            ))}
          </ul>
          {shown.length === 0 && (
            <p class="channels-empty" role="status">
              {t(asked === '' ? `groups.empty-${tab}` : 'groups.none-found')}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** People's own groups come first, then those by role, and deactivated ones last. */
function inOrder(a: UserGroup, b: UserGroup): number {
  const rank = ({ deactivated, is_system_group }: UserGroup) => (deactivated ? 2 : is_system_group ? 1 : 0)
  return rank(a) - rank(b) || groupLabel(a.name).localeCompare(groupLabel(b.name), locale())
}

function GroupRow({ group }: { readonly group: UserGroup }) {
  const state = useKnown((known) => known.state)
  const { id, name, description, deactivated, is_system_group: isSystem } = group
  const count = state ? peopleIn(state, id).size : 0
  const way = state ? wayInto(state, state.user_id ?? -1, group) : 'none'
  return (
    <li class="channel-row">
      <a class="channel-main" href={addressFor(state, { kind: 'group', groupId: id, page: 'members' })}>
        <span class="channel-name" dir="auto">
          {groupLabel(name)}
        </span>
        {description !== '' && !isSystem && (
          <span class="channel-about" dir="auto">
            {description}
          </span>
        )}
        <span class="channel-facts">
          <span>{t('channels.people', { count })}</span>
          {isSystem && <span>{t('groups.by-role')}</span>}
          {deactivated && <span>{t('groups.deactivated')}</span>}
          {!isSystem && typeof way !== 'string' && (
            <span>{t('groups.you-are-in-by', { groups: namesOf(way) })}</span>
          )}
        </span>
      </a>
    </li>
  )
}

const namesOf = (groups: readonly UserGroup[]) => listOf(groups.map(({ name }) => groupLabel(name)))
