/** A plot as the chart library's option: the same in the page and in an export. Draws nothing itself. */

import type { EChartsCoreOption } from 'echarts/core';
import { type Annotation, type Plot, type Series, titleOf } from './answer.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartKind } from './definition.ts';
import type { Formats } from './format.ts';

export interface ChartInput {
  kind: ChartKind;
  plot: Plot;
  annotation: Annotation;
  formats: Formats;
  look: ChartTheme;
  /** False where nobody watches: exports, and viewers who asked for less motion. */
  animate: boolean;
}

/** What an axis place is called. */
export function placeName({ axis }: Plot, key: string, formats: Formats): string {
  return axis.granularity === undefined ? key : formats.time(key, axis.granularity);
}

export function chartOption(input: ChartInput): EChartsCoreOption {
  const { plot, formats, look, annotation, animate } = input;
  const names = plot.axis.keys.map((key) => placeName(plot, key, formats));
  const first = plot.series[0]?.measure;
  const about = first === undefined ? undefined : annotation.measures?.[first];
  const several = plot.series.length > 1;
  return {
    animation: animate,
    animationDuration: 350,
    color: [...look.palette],
    textStyle: { fontFamily: look.font, color: look.text },
    // Room for the names of the axes; the library shrinks the plot to them.
    grid: { left: 8, right: 16, top: several ? 36 : 12, bottom: 4, outerBoundsMode: 'same' },
    legend: several
      ? { top: 0, left: 0, icon: 'roundRect', itemWidth: 10, itemHeight: 10, textStyle: { color: look.muted } }
      : { show: false },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: input.kind === 'bar' ? 'shadow' : 'line', lineStyle: { color: look.border } },
      backgroundColor: look.card,
      borderColor: look.border,
      textStyle: { color: look.text, fontFamily: look.font, fontSize: 12 },
      renderMode: 'html',
      confine: true,
      order: 'seriesDesc',
    },
    xAxis: {
      type: 'category',
      data: names,
      boundaryGap: input.kind === 'bar',
      axisLine: { lineStyle: { color: look.border } },
      axisTick: { show: false },
      axisLabel: {
        color: look.muted,
        fontSize: 12,
        margin: 10,
        hideOverlap: true,
        ...(input.kind === 'bar' && names.length <= 8 ? { interval: 0 } : {}),
      },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: look.grid } },
      splitNumber: 4,
      axisLabel: {
        color: look.muted,
        fontSize: 12,
        formatter: (value: number) => formats.number(value, about, 'short'),
      },
    },
    series: plot.series.map((series, at) => drawn(series, at, input)),
  };
}

function drawn({ name, measure, values }: Series, at: number, { kind, annotation, formats, look, plot }: ChartInput) {
  const about = annotation.measures?.[measure];
  const color = look.palette[at % look.palette.length]!;
  const common = {
    name: name || titleOf(measure, annotation),
    data: [...values],
    tooltip: { valueFormatter: (value: unknown) => formats.number(value as number | null, about) },
    cursor: 'pointer',
  };
  if (kind === 'bar') {
    return {
      ...common,
      type: 'bar',
      barMaxWidth: 56,
      itemStyle: { color, borderRadius: [4, 4, 0, 0] },
      label: {
        show: plot.series.length === 1 && values.length <= 8,
        position: 'top',
        color: look.muted,
        fontFamily: look.font,
        fontSize: 12,
        formatter: ({ value }: { value: unknown }) => formats.number(value as number | null, about, 'short'),
      },
    };
  }
  return {
    ...common,
    type: 'line',
    smooth: 0.2,
    showSymbol: values.length <= 31,
    symbol: 'circle',
    symbolSize: 6,
    lineStyle: { width: 2.5, color },
    itemStyle: { color },
    areaStyle: plot.series.length === 1 ? { color, opacity: 0.12 } : undefined,
  };
}
