interface EmptyViewProps {
  readonly text: string
  /** The action that helps. */
  readonly action?: string
  readonly onAct?: () => void
}

/** Says that there are no messages, or why. */
export function EmptyView({ text, action, onAct }: EmptyViewProps) {
  return (
    <div class="messages empty-view">
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" class="button" onClick={onAct}>
          {action}
        </button>
      )}
    </div>
  )
}
