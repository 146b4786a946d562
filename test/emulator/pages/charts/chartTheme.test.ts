import assert from 'node:assert/strict';
import { chartThemeOf } from '../../../../src/emulator/pages/charts/chartTheme.ts';

describe('the theme of a dashboard', () => {
  it('takes color, corner radius and font of the brand theme', () => {
    const theme = chartThemeOf('light', { primaryColor: '#e5484d', borderRadius: '4px', font: 'Georgia, serif' });
    assert.deepEqual([theme.primary, theme.palette[0], theme.radius], ['#e5484d', '#e5484d', 4]);
    assert.ok(theme.font.startsWith('Georgia, serif'));
  });

  it('rejects values that could break out of a style or a drawing', () => {
    const defaultTheme = chartThemeOf('light');
    const hostile = chartThemeOf('light', {
      primaryColor: 'red;background:url(http://x)',
      borderRadius: '1px;x:y',
      font: 'x"><script>alert(1)</script>',
    });
    assert.deepEqual(hostile, defaultTheme);
    assert.deepEqual(chartThemeOf('light', { primaryColor: 7, borderRadius: {}, font: null }), defaultTheme);
  });
});
