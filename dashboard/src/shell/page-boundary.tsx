import { Component } from 'react'
import type { ReactNode } from 'react'
import { Problem } from '../api/problem.js'
import { Page } from '../kit/page.js'
import { ProblemState } from '../kit/problem-state.js'
import { NotLoaded, PageNotLoaded } from './page-not-loaded.js'

interface State {
  error: Error | null
}

/** A class because React catches what a page throws in no other way. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof PageNotLoaded) return <NotLoaded />
    const problem = new Problem(0, 'page-failed', `This page failed: ${error.message}`, null)
    return (
      <Page title="Something broke">
        <ProblemState problem={problem} onRetry={() => this.setState({ error: null })} />
      </Page>
    )
  }
}
