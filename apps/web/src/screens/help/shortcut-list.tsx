import { useId } from 'preact/hooks'
import { setSingleKeys } from '#actions/set-single-keys.ts'
import { isMac } from '#keys/follow-keys.ts'
import { shownKeys } from '#keys/key-map.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { keysOfRow, shortcutGroups } from './shortcut-groups.ts'

/** The keys, in groups. */
export function ShortcutList() {
  const mac = isMac()
  return (
    <>
      <SingleKeys />
      <div class="shortcuts">
        {shortcutGroups.map(([title, rows]) => (
          <section key={title}>
            <h2>{t(title)}</h2>
            <dl>
              {rows.map((row) => (
                <div key={row[0]}>
                  <dt>{t(row[0])}</dt>
                  <dd>
                    {keysOfRow(row).map((each, at) => (
                      // A key that stands twice in a row has to be pressed twice.
                      <kbd key={at}>{shownKeys(each, mac)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

/** Switches single-key shortcuts on and off. Where they are off, letters go into the box of the conversation. */
function SingleKeys() {
  const app = useApp()
  const hasSingleKeys = useKnown(({ device }) => device.hasSingleKeys)
  const id = useId()
  return (
    <div class="shortcuts-single">
      <label>
        <input
          type="checkbox"
          checked={hasSingleKeys}
          aria-describedby={id}
          onChange={({ currentTarget }) => setSingleKeys(app, currentTarget.checked)}
        />
        {t('help.single-keys')}
      </label>
      <p id={id}>{t('help.single-keys-text')}</p>
    </div>
  )
}
