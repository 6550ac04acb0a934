import { userGroupSettingNames } from '@tagma/contract/settings/group-permissions.ts'
import { changeGroup } from '#actions/change-group.ts'
import { PermissionField } from '#parts/permission/permission-field.tsx'
import { groupReason } from '#state/group-rights.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { GroupPartProps } from './group-page.tsx'

/** Who may do what with a group. */
export function GroupPermissions({ group }: GroupPartProps) {
  const app = useApp()
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.group)
  const reason = useKnown(({ state }) => state && groupReason(state, group, 'manage'))
  return (
    <section class="setting-group">
      <h2>{t('groups.page-permissions')}</h2>
      {reason !== undefined && !group.is_system_group && <p class="setting-note">{reason}</p>}
      {userGroupSettingNames.map((name) => {
        const limit = limits?.[name]
        if (!limit) return null
        return (
          <PermissionField
            key={name}
            label={t(`groups.${name}`)}
            value={group[name]}
            limits={limit}
            note={name === 'can_manage_group' ? t('groups.managers-too') : undefined}
            reason={reason}
            onSave={(next, old) =>
              changeGroup(app, group.id, { [name]: { new: next, old } }, { [name]: { new: old, old: next } })
            }
          />
        )
      })}
    </section>
  )
}
