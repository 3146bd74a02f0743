// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An NFT collection that draws its own pictures, so that no file server is needed.
abstract contract Collection is ERC721 {
    using Strings for uint256;

    uint256 private _last;

    function mint(address to, uint256 count) external {
        for (uint256 i = 0; i < count; i++) _mint(to, ++_last);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        bytes memory json = abi.encodePacked(
            '{"name":"', name(), " #", id.toString(),
            '","description":"', _about(),
            '","attributes":', _traits(id),
            ',"image":"data:image/svg+xml;base64,', Base64.encode(_draw(id)), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function _about() internal pure virtual returns (string memory);

    function _draw(uint256 id) internal view virtual returns (bytes memory);

    /// A JSON array.
    function _traits(uint256) internal view virtual returns (bytes memory) {
        return "[]";
    }

    function _trait(string memory name, string memory value) internal pure returns (bytes memory) {
        return abi.encodePacked('{"trait_type":"', name, '","value":"', value, '"}');
    }

    /// The name of a hue.
    function _colour(uint256 hue) internal pure returns (string memory) {
        string[6] memory names = ["Coral", "Amber", "Moss", "Lagoon", "Indigo", "Heather"];
        return names[(hue % 360) / 60];
    }

    /// A pseudo-random number below `limit`, the same for each token and purpose.
    function _roll(uint256 id, uint256 purpose, uint256 limit) internal view returns (uint256) {
        return uint256(keccak256(abi.encode(symbol(), id, purpose))) % limit;
    }

    function _hsl(uint256 hue, uint256 saturation, uint256 lightness) internal pure returns (string memory) {
        return string.concat(
            "hsl(", (hue % 360).toString(), ",", saturation.toString(), "%,", lightness.toString(), "%)"
        );
    }
}
