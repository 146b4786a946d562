/** Builds the chart library's option from a plot. The page and the exports share it. */

import type { EChartsCoreOption } from 'echarts/core';
import type { ChartTheme } from './chartTheme.ts';
import type { ChartKind } from './dashboardDefinition.ts';
import type { Formats } from './formats.ts';
import type { Annotation, Plot, Series } from './queryResult.ts';

export interface ChartInput {
  kind: ChartKind;
  plot: Plot;
  annotation: Annotation;
  formats: Formats;
  theme: ChartTheme;
  /** False for exports and for viewers who prefer reduced motion. */
  animate: boolean;
}

/** The label of a key on the axis. */
export function axisLabel({ axis }: Plot, key: string, formats: Formats): string {
  return axis.granularity === undefined ? key : formats.time(key, axis.granularity);
}

export function chartOption(input: ChartInput): EChartsCoreOption {
  const { plot, formats, theme, annotation, animate } = input;
  const labels = plot.axis.keys.map((key) => axisLabel(plot, key, formats));
  const first = plot.series[0]?.measure;
  const member = first === undefined ? undefined : annotation.measures?.[first];
  const several = plot.series.length > 1;
  return {
    animation: animate,
    animationDuration: 350,
    color: [...theme.palette],
    textStyle: { fontFamily: theme.font, color: theme.text },
    // The library shrinks the plot so that the axis labels fit.
    grid: { left: 8, right: 16, top: several ? 36 : 12, bottom: 4, outerBoundsMode: 'same' },
    legend: several
      ? { top: 0, left: 0, icon: 'roundRect', itemWidth: 10, itemHeight: 10, textStyle: { color: theme.muted } }
      : { show: false },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: input.kind === 'bar' ? 'shadow' : 'line', lineStyle: { color: theme.border } },
      backgroundColor: theme.card,
      borderColor: theme.border,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
      renderMode: 'html',
      confine: true,
      order: 'seriesDesc',
    },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: input.kind === 'bar',
      axisLine: { lineStyle: { color: theme.border } },
      axisTick: { show: false },
      axisLabel: {
        color: theme.muted,
        fontSize: 12,
        margin: 10,
        hideOverlap: true,
        ...(input.kind === 'bar' && labels.length <= 8 ? { interval: 0 } : {}),
      },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: theme.grid } },
      splitNumber: 4,
      axisLabel: {
        color: theme.muted,
        fontSize: 12,
        formatter: (value: number) => formats.number(value, member, 'short'),
      },
    },
    series: plot.series.map((series, index) => seriesOption(series, index, input)),
  };
}

function seriesOption(
  { name, measure, values }: Series,
  index: number,
  { kind, annotation, formats, theme, plot }: ChartInput,
) {
  const member = annotation.measures?.[measure];
  const color = theme.palette[index % theme.palette.length]!;
  const common = {
    name,
    data: [...values],
    tooltip: { valueFormatter: (value: unknown) => formats.number(value as number | null, member) },
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
        color: theme.muted,
        fontFamily: theme.font,
        fontSize: 12,
        formatter: ({ value }: { value: unknown }) => formats.number(value as number | null, member, 'short'),
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
