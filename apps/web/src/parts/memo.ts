import { Component, h, type ComponentChild, type FunctionComponent } from 'preact'

/** Makes a component that is drawn again only when a property is another value. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const names = Object.keys(next) as (keyof P)[]
      return (
        names.length !== Object.keys(this.props).length ||
        names.some((name) => !Object.is(next[name], (this.props as P)[name]))
      )
    }
    override render(props: P): ComponentChild {
      return h(draw as FunctionComponent<P>, props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}
