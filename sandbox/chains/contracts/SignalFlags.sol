// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Collection} from "./Collection.sol";

/// Pictures of sixteen tiles with quarter circles, discs and triangles in five matching colours.
contract SignalFlags is Collection {
    using Strings for uint256;

    constructor() ERC721("Signal Flags", "FLAGS") {}

    function _about() internal pure override returns (string memory) {
        return "A composition for each token, drawn by the contract.";
    }

    function _draw(uint256 id) internal view override returns (bytes memory out) {
        uint256 hue = _roll(id, 0, 360);
        out = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">';
        for (uint256 i = 0; i < 16; i++) {
            uint256 ground = _roll(id, 10 + i, 5);
            uint256 figure = (ground + 1 + _roll(id, 30 + i, 4)) % 5;
            out = abi.encodePacked(
                out, '<g transform="translate(', ((i % 4) * 80).toString(), " ", ((i / 4) * 80).toString(),
                ') rotate(', (_roll(id, 50 + i, 4) * 90).toString(), ' 40 40)"><rect width="80.5" height="80.5" fill="',
                _paint(hue, ground), '"/>', _shape(_roll(id, 70 + i, 5), _paint(hue, figure)), "</g>"
            );
        }
        out = abi.encodePacked(out, "</svg>");
    }

    function _traits(uint256 id) internal view override returns (bytes memory) {
        return abi.encodePacked("[", _trait("Palette", _colour(_roll(id, 0, 360))), "]");
    }

    function _paint(uint256 hue, uint256 index) private pure returns (string memory) {
        if (index == 0) return _hsl(hue, 30, 14);
        if (index == 1) return _hsl(hue + 40, 38, 92);
        if (index == 2) return _hsl(hue, 72, 54);
        if (index == 3) return _hsl(hue + 150, 46, 46);
        return _hsl(hue + 40, 88, 66);
    }

    function _shape(uint256 kind, string memory colour) private pure returns (bytes memory) {
        string memory path = "M0 0H80A80 80 0 0 1 0 80Z";
        if (kind == 1) path = "M40 6a34 34 0 1 0 .01 0Z";
        if (kind == 2) path = "M0 0H80L0 80Z";
        if (kind == 3) path = "M0 0A40 40 0 0 1 40 40A40 40 0 0 1 0 80ZM40 0A40 40 0 0 1 80 40A40 40 0 0 1 40 80Z";
        if (kind == 4) path = "M0 0H40V40H80V80H40V40H0Z";
        return abi.encodePacked('<path fill="', colour, '" d="', path, '"/>');
    }
}
