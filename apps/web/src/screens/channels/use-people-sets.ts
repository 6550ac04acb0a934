import * as wire from '@tagma/contract/wire.ts'
import { useMemo } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import type { PeopleSet } from '#parts/people-field/people-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Returns the groups and channels whose people can be chosen at once. */
export function usePeopleSets(): readonly PeopleSet[] {
  const app = useApp()
  const groups = useKnown(({ state }) => state?.realm_user_groups)
  const channels = useKnown(({ state }) => state?.subscriptions)
  return useMemo(
    () => [
      ...(groups ?? [])
        .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
        .map(({ id, name }): PeopleSet => ({
          key: `group ${id}`,
          label: `@${name}`,
          detail: t('channels.group'),
          idsOf: () => askFor(app, async () => (await membersOf(app, id)).members),
        })),
      ...(channels ?? []).map(({ stream_id, name }): PeopleSet => ({
        key: `channel ${stream_id}`,
        label: `#${name}`,
        detail: t('channels.of-channel'),
        idsOf: () =>
          askFor(app, async () => (await app.client.call(wire.getSubscribers, { stream_id })).subscribers),
      })),
    ],
    [app, groups, channels],
  )
}

const membersOf = ({ client }: ReturnType<typeof useApp>, user_group_id: number) =>
  client.call(wire.getUserGroupMembers, { user_group_id, direct_member_only: false })

async function askFor(
  app: ReturnType<typeof useApp>,
  ids: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  try {
    return await ids()
  } catch (error) {
    showError(app, error)
    return []
  }
}
