import { showToast } from '#actions/show-toast.ts'
import { type Device, newDevice } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

const widthsOf = ({ placesWidth, listWidth, asideWidth, besideShare }: Device) => ({
  placesWidth,
  listWidth,
  asideWidth,
  besideShare,
})
const usual = widthsOf(newDevice)

/** Gives the columns their first widths again. */
export function WidthsReset() {
  const app = useApp()
  const { store } = app
  const isUsual = useKnown(({ device }) => JSON.stringify(widthsOf(device)) === JSON.stringify(usual))
  const reset = () => {
    const before = widthsOf(store.get().device)
    const set = (widths: typeof usual) => store.set({ device: { ...store.get().device, ...widths } })
    set(usual)
    showToast(app, {
      name: 'widths',
      kind: 'status',
      text: t('settings.widths-done'),
      undo: () => set(before),
    })
  }
  return (
    <div class="setting">
      <span class="setting-text">
        <span>{t('settings.widths')}</span>
        <small>{t('settings.widths-text')}</small>
      </span>
      {/* It keeps the focus when there is nothing left to do. */}
      <button
        type="button"
        class="button"
        data-setting="widths"
        aria-disabled={isUsual}
        onClick={() => isUsual || reset()}
      >
        {t('settings.widths-reset')}
      </button>
    </div>
  )
}
