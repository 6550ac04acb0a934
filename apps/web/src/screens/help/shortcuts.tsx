import { Dialog } from '#parts/dialog/dialog.tsx'
import { t } from '#words/words.ts'
import { ShortcutList } from './shortcut-list.tsx'

/** The list of keys, over the page. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('help.shortcuts')} onClose={onClose} wide>
      <ShortcutList />
    </Dialog>
  )
}
