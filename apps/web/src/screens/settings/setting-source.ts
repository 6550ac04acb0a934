import type { UserSettingName, UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { State } from '@tagma/sync/state.ts'
import { createContext } from 'preact'
import { changeSetting } from '#actions/change-setting.ts'
import type { App } from '#state/use-app.ts'
import type { WordId } from '#words/words.ts'

/** Settings that controls show and change: one's own, or those that newcomers begin with. */
export interface SettingSource {
  readonly read: (state: State | undefined) => Partial<UserSettings> | undefined
  /**
   * Changes a setting. `label` names it in the line that offers to undo it. Shows by itself what is refused. Resolves with
   * false if that was not shown as changed before.
   */
  readonly change: (
    app: App,
    name: UserSettingName,
    value: UserSettings[UserSettingName],
    label: WordId,
  ) => Promise<unknown>
  /** Whether the reader may not change them. */
  readonly isLocked: boolean
}

/** The settings that the controls below it are about. */
export const SettingSourceContext = createContext<SettingSource>({
  read: (state) => state?.user_settings,
  change: changeSetting,
  isLocked: false,
})
