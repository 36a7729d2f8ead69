import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import type { scaleLinear, scalePoint } from '@visx/scale'

type Linear = ReturnType<typeof scaleLinear<number>>
type Points = ReturnType<typeof scalePoint<string>>

/** Room around the drawing for ticks and their words. */
export const MARGIN = { top: 10, right: 12, bottom: 28, left: 44 }

const TICK = { fill: 'var(--faint)', fontSize: 11, fontFamily: 'inherit' }

export function ValueAxis({ scale, width, ticks = 4, format }: ValueAxisProps) {
  return (
    <>
      <GridRows scale={scale} width={width} numTicks={ticks} stroke="var(--line)" />
      <AxisLeft
        scale={scale}
        numTicks={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ ...TICK, dx: -4, dy: 4, textAnchor: 'end' }}
      />
    </>
  )
}

export function BottomAxis({ scale, top, values, format, label }: BottomAxisProps) {
  return (
    <AxisBottom
      scale={scale}
      top={top}
      tickValues={values as never}
      hideTicks
      stroke="var(--line-strong)"
      tickFormat={(value) => format(value as never)}
      tickLabelProps={{ ...TICK, dy: 2, textAnchor: 'middle' }}
      label={label ?? ''}
      labelProps={{ ...TICK, textAnchor: 'middle', dy: 4 }}
    />
  )
}

interface ValueAxisProps {
  scale: Linear
  width: number
  ticks?: number
  format(value: number): string
}

interface BottomAxisProps {
  scale: Linear | Points
  top: number
  values: readonly (string | number)[]
  format(value: never): string
  label?: string
}
