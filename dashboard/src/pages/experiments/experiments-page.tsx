import { useResource } from '../../api/resource.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { BoardSection } from './board-section.js'
import { CalibrationSection } from './calibration-section.js'
import { FeaturesPanel } from './features-panel.js'
import { GateCards } from './gate-cards.js'
import { HistorySection } from './history-section.js'

export function ExperimentsPage() {
  const experiments = useResource('GET /experiments')
  return (
    <Page
      title="Experiments"
      lead="Does self-reflection tell us anything here? Three questions on this project's own data, each with a condition, written down first, under which the idea is given up."
    >
      <Loaded resource={experiments}>
        {({ gates, features, calibration, gitHistory, boardHistory }) => (
          <div className="flex flex-col gap-4">
            <GateCards gates={gates} />
            <FeaturesPanel features={features} />
            <CalibrationSection result={calibration} />
            <HistorySection result={gitHistory} />
            <BoardSection result={boardHistory} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
