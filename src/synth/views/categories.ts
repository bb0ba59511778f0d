import { type Setting, settings } from '../../scenes/index.ts';
import { count, nearest, ratio, side } from './attributes.ts';
import { cameraAxes, cameraMoves, cameraTurns, itemMoves, itemRotates } from './motions.ts';
import {
  cameraHeights,
  cameraToCamera,
  cameraToItem,
  cameraToRegion,
  itemToItem,
  itemToRegion,
  regionToRegion,
} from './positions.ts';
import { afterTurn, claims, route } from './several.ts';
import type { Template } from './template.ts';

interface TemplateCategory {
  name: string;
  templates: readonly Template[];
  /** Settings that have what its questions need. */
  settings: readonly Setting[];
}

/** MMSI-Bench's question types with their templates, in the order in which they are dealt; those about regions come first. */
export const categories: readonly TemplateCategory[] = [
  { name: 'Positional Relationship (Cam.–Reg.)', templates: [cameraToRegion], settings: ['room', 'yard'] },
  { name: 'Positional Relationship (Obj.–Reg.)', templates: itemToRegion, settings: ['room', 'yard'] },
  { name: 'Positional Relationship (Reg.–Reg.)', templates: [regionToRegion], settings: ['room'] },
  { name: 'Positional Relationship (Cam.–Cam.)', templates: [cameraToCamera, cameraHeights, cameraAxes], settings },
  { name: 'Positional Relationship (Obj.–Obj.)', templates: [itemToItem], settings },
  { name: 'Attribute (Meas.)', templates: [nearest, ratio], settings },
  { name: 'Motion (Cam.)', templates: [cameraTurns, cameraMoves], settings },
  { name: 'Positional Relationship (Cam.–Obj.)', templates: [cameraToItem], settings },
  { name: 'Attribute (Appr.)', templates: [side, count], settings },
  { name: 'MSR', templates: [route, afterTurn, claims], settings },
  { name: 'Motion (Obj.)', templates: [itemMoves, itemRotates], settings },
];
