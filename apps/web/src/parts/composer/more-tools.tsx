import type { RefObject } from 'preact'
import type { UploadPlace } from '#outbox/uploads.ts'
import { CallTool } from '#parts/calls/call-tool.tsx'
import { GifTool } from '#parts/gif-picker/gif-tool.tsx'
import { ToolbarKeys } from '#parts/toolbar/toolbar-keys.tsx'

interface MoreToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The text that the tools write into. */
  readonly place: UploadPlace
}

/** Tools that only some organizations have, for GIFs and calls, and the keys of the toolbar. */
export function MoreTools({ box, place }: MoreToolsProps) {
  return (
    <>
      <ToolbarKeys />
      <GifTool box={box} />
      <CallTool {...{ box, place }} />
    </>
  )
}
