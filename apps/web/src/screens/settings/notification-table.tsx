import { t } from '#words/words.ts'
import { SettingSwitch } from './setting-control.tsx'
import { notificationTable, notificationWays } from './setting-groups.ts'

/** Which messages are told of, and how: a table of switches. */
export function NotificationTable() {
  return (
    <section class="setting-group">
      <h2>{t('settings.told')}</h2>
      <div class="setting-table-frame" tabIndex={-1}>
        <table class="setting-table">
          <NotificationHead first={t('settings.told.kind')} />
          <tbody>
            {notificationTable.map((row) => (
              <tr key={row.kind}>
                <th scope="row">{t(row.kind)}</th>
                {notificationWays.map((way) => {
                  const name = row[way]
                  return (
                    <td key={way} data-way={t(`settings.way.${way}`)}>
                      {name && (
                        <SettingSwitch name={name} label={`${t(row.kind)}: ${t(`settings.way.${way}`)}`} />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The head of a table with a column for each way of telling. `first` names the first column for screen readers. */
export function NotificationHead({ first }: { readonly first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="hidden-visually">{first}</span>
        </th>
        {notificationWays.map((way) => (
          <th key={way} scope="col">
            {t(`settings.way.${way}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
